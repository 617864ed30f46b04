/** How a console and JSON show a client. */

/**
 * Sets what a console and JSON show instead of a client's functions.
 *
 * @internal
 */
export const setPrinted = <C extends object>(client: C, print: () => object): C => {
  for (const name of [Symbol.for("nodejs.util.inspect.custom"), "toJSON"]) {
    // Not enumerable: no member of the client.
    Object.defineProperty(client, name, { value: print })
  }
  return client
}
