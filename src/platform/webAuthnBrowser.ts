/** The WebAuthn API of the browser. It is imported only on demand. */
import { fromLibrary } from "./webAuthnLibrary.ts"
import type { WebAuthn } from "./webAuthnService.ts"

/** The API of the browser. The library loads when the first ceremony starts. */
export const browser: WebAuthn = /*#__PURE__*/ fromLibrary(() => import("@simplewebauthn/browser"))
