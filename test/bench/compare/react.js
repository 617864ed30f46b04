// The official adapter for React, as its documentation shows: a provider, and a hook that reads the user.
import { StackClientApp, StackProvider, useUser } from "@stackframe/react"

export const app = new StackClientApp({
  projectId: "11111111-2222-4333-8444-555555555555",
  publishableClientKey: "pck_fixture",
  tokenStore: "cookie"
})

export { StackProvider, useUser }
