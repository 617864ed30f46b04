"use client"

import { AuthProvider } from "latchkey/react"
import { DevTools } from "latchkey/react/devtools"
import { Recorder } from "latchkey/recorder"
import type { ReactNode } from "react"

export const Auth = ({ children, seed }: { readonly children: ReactNode; readonly seed: unknown }) => (
  <AuthProvider
    projectId={process.env.NEXT_PUBLIC_STACK_PROJECT_ID}
    publishableClientKey={process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY}
    apiUrl={process.env.NEXT_PUBLIC_STACK_API_URL}
    dehydrated={seed}
    recorder={Recorder.layer()}
  >
    {children}
    <DevTools />
  </AuthProvider>
)
