/** The seed's word for a judge's stated confidence. It describes the judge, not the outcome. */
export function confidenceWord(percent: number): "HIGH" | "MEDIUM" | "LOW" {
  if (percent >= 75) return "HIGH";
  return percent >= 50 ? "MEDIUM" : "LOW";
}
