/** The security headers of the pages. */
import { sha256 } from "@noble/hashes/sha2.js"
import { script } from "./script.ts"
import { style } from "./style.ts"

const hashOf = (text: string): string =>
  `'sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}'`

let headers: Readonly<Record<string, string>> | undefined

/**
 * Returns a page's headers. Its content security policy allows only the script and the style of this folder,
 * requests to the emulator, and the icon. No site can frame the page.
 */
export const getPageHeaders = (): Readonly<Record<string, string>> =>
  headers ??= {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "img-src data:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ].join("; "),
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    // Without the referrer, browsers would send "Origin: null" with forms.
    "referrer-policy": "same-origin"
  }
