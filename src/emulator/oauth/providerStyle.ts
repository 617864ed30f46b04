/** The style of the emulated provider's page, with system fonts and dark mode. */
import { sha256 } from "@noble/hashes/sha2.js"

/** The page's style sheet. */
export const style = `
:root { color-scheme: light dark; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif }
body { margin: 0; display: grid; justify-items: center; background: light-dark(#f4f4f5, #18181b) }
main { box-sizing: border-box; width: min(28rem, 100% - 2rem); margin: 3rem 0; padding: 2rem; border-radius: 1rem;
  background: light-dark(#fff, #27272a) }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2 }
label { font-weight: 600 }
input:not([type="checkbox"]) { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 0.75rem; font: inherit;
  border: 1px solid #7a7a82; border-radius: 0.5rem; background: transparent; color: inherit }
button { min-height: 2.75rem; margin: 0.5rem 0.5rem 0 0; padding: 0 1.25rem; font: inherit; font-weight: 600;
  border: 1px solid currentColor; border-radius: 0.5rem; background: transparent; color: inherit; cursor: pointer }
button[value="approve"] { background: light-dark(#18181b, #f4f4f5); color: light-dark(#fff, #18181b) }
`

/** Returns the content security policy of the page, which allows only its style sheet. */
export const makeContentSecurityPolicy = (): string => {
  const hash = btoa(String.fromCharCode(...sha256(new TextEncoder().encode(style))))
  return `default-src 'none'; style-src 'sha256-${hash}'`
}
