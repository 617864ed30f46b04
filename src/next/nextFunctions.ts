/** The Next.js functions. See `modules.d.ts` for the module names. */
// oxlint-disable-next-line typescript/triple-slash-reference -- declares modules, and the compiler omits it from declarations
/// <reference path="./modules.d.ts" />
export { revalidatePath } from "next/cache.js"
export { cookies, headers } from "next/headers.js"
export { connection, NextResponse } from "next/server.js"

/**
 * Redirects with `redirect` from `next/navigation`. The module is loaded when it is needed: Node.js cannot resolve its name,
 * and app tests may run without Next.js.
 */
export const redirect = async (url: string): Promise<never> => (await import("next/navigation")).redirect(url)
