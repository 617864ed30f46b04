/**
 * The warning about two clients of one project on a page.
 *
 * @since 0.1.0
 */
const key = Symbol.for("latchkey/promise/clients")

/**
 * Warns in the console if the page already has a client of the project. Both work, since they share the session and its refreshes.
 * But they do not share cached values, and one of them is most often a mistake.
 *
 * Returns a function for the end of the client.
 *
 * @internal
 */
export const warnOfSecondClient = ({ projectId }: { readonly projectId: string }): () => void => {
  const holder = globalThis as { [key]?: Map<string, number> }
  const clients = holder[key] ??= new Map()
  const count = clients.get(projectId) ?? 0
  clients.set(projectId, count + 1)
  if (count > 0) {
    globalThis.console.warn(
      `Latchkey: this page has ${count + 1} clients of the project ${projectId}. ` +
        "Call createAuthClient once, in a module that the others import, or dispose of the first client"
    )
  }
  let isOpen = true
  return () => {
    if (isOpen) clients.set(projectId, clients.get(projectId)! - 1)
    isOpen = false
  }
}
