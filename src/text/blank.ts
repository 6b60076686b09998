/** Whether nothing of a text can be seen: spaces, and characters that show nothing, such as U+200B. */
export function isBlankText(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
