/** The modules of a Next.js app, for the code blocks of the docs. */
declare module "@/auth" {
  type NextAuth = import("latchkey/next").NextAuth
  export const auth: NextAuth["auth"]
  export const proxy: NextAuth["proxy"]
  export const requireUser: NextAuth["requireUser"]
  export const route: NextAuth["route"]
  export const run: NextAuth["run"]
  export const seed: NextAuth["seed"]
  export const signOut: NextAuth["signOut"]
}

declare module "@/app/Auth" {
  type ReactNode = import("react").ReactNode
  export const Auth: (props: { readonly children: ReactNode; readonly seed: unknown }) => ReactNode
}

declare module "next/cache" {
  export const revalidatePath: (path: string, type?: "layout" | "page") => void
}
