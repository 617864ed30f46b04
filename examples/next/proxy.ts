import { proxy as authProxy } from "@/auth"
import type { NextRequest } from "next/server"

// Refreshes expired sessions. The gate saves a rendering, but each page checks the user as well.
export const proxy = authProxy((session, request: NextRequest) => {
  if (!session.isSignedIn && request.nextUrl.pathname.startsWith("/dashboard")) return session.redirectToSignIn()
})

export const config = {
  matcher: ["/((?!_next/|.*\\.(?:css|ico|js|png|svg|txt|webp)$).*)"]
}
