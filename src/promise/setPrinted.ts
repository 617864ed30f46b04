/** How a console and JSON show a client. */

/**
 * Sets what a console and JSON show instead of the functions of a client.
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
