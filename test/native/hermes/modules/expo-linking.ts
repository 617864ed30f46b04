/** The links that open the app of a realm. */
const listeners = new Set<(event: { readonly url: string }) => void>()

export const openLink = (url: string): void => listeners.forEach((listener) => listener({ url }))

export const getInitialURL = async (): Promise<string | null> => null
export const addEventListener = (_: "url", listener: (event: { readonly url: string }) => void) => {
  listeners.add(listener)
  return { remove: () => void listeners.delete(listener) }
}
