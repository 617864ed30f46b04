import type { ReactNode } from "react"

/** The icons' shapes, in a square of 20 units. */
const shapes = {
  phone: "M7 2.5h6q1 0 1 1v13q0 1-1 1H7q-1 0-1-1v-13q0-1 1-1zM9 15h2",
  tablet: "M5 2.5h10q1 0 1 1v13q0 1-1 1H5q-1 0-1-1v-13q0-1 1-1zM9 15h2",
  computer: "M4 4h12q1 0 1 1v8H3V5q0-1 1-1zM1.5 16h17",
  unknown: "M10 3a7 7 0 1 0 0 14 7 7 0 1 0 0-14q-6 7 0 14 6-7 0-14M3 10h14",
  key: "M7 10a3 3 0 1 0 0 6 3 3 0 1 0 0-6M9 11l7-7m-3 3 2 2"
}

/** An icon in front of a row's title. It is decorative. */
export const RowIcon = ({ shape }: { readonly shape: keyof typeof shapes }): ReactNode => (
  <span data-latchkey="row-icon" data-shape={shape} aria-hidden="true">
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[shape]} />
    </svg>
  </span>
)
