/** The warning about two clients of one project on a page. */
const key = Symbol.for("latchkey/promise/clients")

/**
 * Warns in the console if the page already has a client of the project. Both work, since they share the session and its refreshes.
 * But they do not share cached values, and one of them is most often a mistake.
 *
 * Returns a function for the end of the client.
 *
 * @internal
 */
export const warnOfSecondClient = ({ projectId }: { readonly projectId: string }): () => unknown => {
  const holder = globalThis as { [key]?: Map<string, Set<object>> }
  const pages = holder[key] ??= new Map()
  const clients = pages.get(projectId) ?? new Set()
  pages.set(projectId, clients)
  const client = {}
  clients.add(client)
  if (clients.size > 1) {
    globalThis.console.warn(
      `Latchkey: this page has ${clients.size} clients of the project ${projectId}. ` +
        "Create one in a module that the others import, and dispose of it before a hot reload"
    )
  }
  return () => clients.delete(client)
}
