// Responses as lines of JSON, which are used as they arrive.

export async function* jsonLines(response) {
  let rest = "";
  for await (const piece of pieces(response.body.pipeThrough(new TextDecoderStream()))) {
    const whole = (rest + piece).split("\n");
    rest = whole.pop();
    yield* whole.map((line) => JSON.parse(line));
  }
}

// Not every browser can iterate over a stream.
async function* pieces(stream) {
  const reader = stream.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
}
