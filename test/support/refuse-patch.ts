// Loaded into a process before an example: every PATCH of that process is answered with a 500.
const { fetch } = globalThis
globalThis.fetch = (input, init) =>
  init?.method === "PATCH" ? Promise.resolve(new Response("out of order", { status: 500 })) : fetch(input, init)
