/** Waits for something in the page, for five seconds. Fails with a description of the page. */
export const waitFor = async <A>(find: () => A | undefined, describe: () => string): Promise<A> => {
  for (let turn = 0; turn < 250; turn++) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(describe())
}
