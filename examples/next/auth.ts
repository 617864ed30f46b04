import { createAuth } from "latchkey/next"

// The options are in the environment: see .env.example.
export const { auth, proxy, requireUser, route, run, seed, signOut } = createAuth()
