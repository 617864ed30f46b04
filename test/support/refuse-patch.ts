// Preloaded into an example's process: every PATCH of that process gets a 500.
const { fetch } = globalThis
globalThis.fetch = (input, init) =>
  init?.method === "PATCH" ? Promise.resolve(new Response("out of order", { status: 500 })) : fetch(input, init)
