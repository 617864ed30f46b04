// The official client, built as its documentation shows.
import { StackClientApp } from "@stackframe/js"

export const app = new StackClientApp({
  projectId: "11111111-2222-4333-8444-555555555555",
  publishableClientKey: "pck_fixture",
  tokenStore: "memory"
})
