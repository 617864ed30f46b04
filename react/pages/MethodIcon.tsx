import type { ReactNode } from "react"

const shapes = {
  magicLink: "M3 5.5h14v9.5H3zM3 6l7 5 7-5",
  passkey: "M11.5 8a4 4 0 1 0-3 3.87L10 13.5h2V16h2.5v2H18v-3l-6.6-5.6A4 4 0 0 0 11.5 8zM6.5 7.5v.01"
}

/** A sign-in method's icon, which is decorative. */
export const MethodIcon = ({ method }: { readonly method: keyof typeof shapes }): ReactNode => (
  <svg
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    data-latchkey="provider-mark"
  >
    <path d={shapes[method]} />
  </svg>
)
