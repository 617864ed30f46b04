import { seed, signOut } from "@/auth"
import { SignedIn } from "latchkey/react"
import "latchkey/react/styles.css"
import Link from "next/link"
import { type ReactNode, Suspense } from "react"
import { Auth } from "./Auth"

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Suspense>
          <App>{children}</App>
        </Suspense>
      </body>
    </html>
  )
}

/** Depends on the request. With `cacheComponents`, Next.js prerenders the parts of a page outside of the `Suspense`. */
const App = async ({ children }: { readonly children: ReactNode }) => (
  <Auth seed={await seed()}>
    <nav>
      <Link href="/">Home</Link> <Link href="/dashboard">Dashboard</Link> <Link href="/profile">Profile</Link>
      <SignedIn fallback={<a href="/handler/sign-in">Sign in</a>}>
        <form
          action={async () => {
            "use server"
            await signOut()
          }}
        >
          <button>Sign out</button>
        </form>
      </SignedIn>
    </nav>
    <main>{children}</main>
  </Auth>
)
