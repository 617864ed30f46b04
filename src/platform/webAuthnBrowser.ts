import { fromLibrary } from "./webAuthnLibrary.ts"
import type { WebAuthn } from "./webAuthnService.ts"

/** The browser's API, which is imported on demand. The library loads when the first ceremony starts. */
export const browser: WebAuthn = /*#__PURE__*/ fromLibrary(() => import("@simplewebauthn/browser"))
