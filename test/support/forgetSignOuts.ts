/** Forgets the sessions that earlier tests in this process have signed out: tokens of several tests have the same text. */
import { beforeEach } from "vitest"

beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for("latchkey/EndedSessions"))
})
