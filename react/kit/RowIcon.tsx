import type { ReactNode } from "react"

/** The icons' shapes, in a square of 20 units. */
const shapes = {
  phone:
    "M7.5 2.5h5a1.5 1.5 0 0 1 1.5 1.5v12a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 6 16V4a1.5 1.5 0 0 1 1.5-1.5zM9 15h2",
  tablet:
    "M5.5 2.5h9A1.5 1.5 0 0 1 16 4v12a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 16V4a1.5 1.5 0 0 1 1.5-1.5zM9 15h2",
  computer: "M4.5 4h11A1.5 1.5 0 0 1 17 5.5V13H3V5.5A1.5 1.5 0 0 1 4.5 4zM1.5 16h17",
  unknown: "M10 3a7 7 0 1 0 0 14 7 7 0 1 0 0-14zM3 10h14M10 3c-2 2-3 4.3-3 7s1 5 3 7c2-2 3-4.3 3-7s-1-5-3-7z",
  key: "M6.8 9.8a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 1 0 0-6.8zM9.2 10.8l7.3-7.3M13.2 6.8l2.4 2.4"
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
