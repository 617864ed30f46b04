/**
 * The Next.js functions that this folder uses. Latchkey is not compiled with Next.js, and none of these types is part of
 * its declarations.
 *
 * With `.js`, Node.js resolves the modules as well: `next` has no `exports` in its `package.json`. `next/navigation` must
 * not have it, because Next.js bundlers replace exactly that name in server components.
 */
declare module "next/headers.js" {
  export const cookies: () => Promise<import("./currentRequest.ts").NextCookieJar>
  export const headers: () => Promise<Headers>
}

declare module "next/server.js" {
  export const connection: () => Promise<void>
  export class NextResponse extends Response {
    static next(init: { readonly request: { readonly headers: Headers } }): Response
  }
}

declare module "next/cache.js" {
  export const revalidatePath: (path: string, type?: "layout" | "page") => void
}

declare module "next/navigation" {
  export const redirect: (url: string) => never
}
