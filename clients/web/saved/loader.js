// Runs the modules of a saved page. Each gets a blob: address, and imports others by their addresses.

// Takes the name and the source of each module, imported ones first; every second piece of a source is the name of an import.
async function run(modules) {
  const addresses = {};
  for (const [name, pieces] of modules) {
    const source = pieces.map((piece, index) => (index % 2 ? addresses[piece] : piece));
    addresses[name] = URL.createObjectURL(new Blob(source, { type: "text/javascript" }));
  }
  const [main] = modules.at(-1);
  await import(addresses[main]);
}
