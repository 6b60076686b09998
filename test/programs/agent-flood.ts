/** An agent that prints so many bytes to the stream it is told, or prints without end. */
const [to, bytes] = process.argv.slice(2);
const stream = to === "stderr" ? process.stderr : process.stdout;
const chunk = "x".repeat(256 * 1024);
let left = bytes === undefined ? Number.POSITIVE_INFINITY : Number(bytes);
function more(): void {
  if (left <= 0) return;
  const part = chunk.slice(0, left);
  left -= part.length;
  stream.write(part, more);
}
more();
