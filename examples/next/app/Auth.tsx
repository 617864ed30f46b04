"use client"

import * as Layer from "effect/Layer"
import { Browser, Client } from "latchkey"
import { AuthProvider } from "latchkey/react"
import type { ReactNode } from "react"

const projectId = process.env.NEXT_PUBLIC_STACK_PROJECT_ID!

const layer = Client.layer({
  projectId,
  publishableClientKey: process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
  apiUrl: process.env.NEXT_PUBLIC_STACK_API_URL
}).pipe(
  Layer.provideMerge(Browser.layer({ projectId }))
)

export const Auth = ({ children, seed }: { readonly children: ReactNode; readonly seed: unknown }) => (
  <AuthProvider layer={layer} dehydrated={seed}>{children}</AuthProvider>
)
