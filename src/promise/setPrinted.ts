/** A client in a console and in JSON. */

/** Sets the object that a console and JSON show for a client. @internal */
export const setPrinted = <C extends object>(client: C, print: () => object): C => {
  for (const name of [Symbol.for("nodejs.util.inspect.custom"), "toJSON"]) {
    // Not enumerable, so that it is not a member.
    Object.defineProperty(client, name, { value: print })
  }
  return client
}
