import type { ReactNode } from "react"

const paths = {
  close: "M4 4l8 8M12 4l-8 8",
  dockBottom: "M2.5 3.5h11v9h-11zM2.5 9.5h11",
  dockRight: "M2.5 3.5h11v9h-11zM9.5 3.5v9",
  download: "M8 2.5v7m-3-3 3 3 3-3M3 13h10",
  key: "M10.2 9.3a3.8 3.8 0 1 0-3.5-3.5L2 10.5V14h3.5v-2h2v-2zM10.8 5.2h.01"
} as const

/** An icon's name. */
export type IconName = keyof typeof paths

/** Renders an icon, which is hidden from screen readers. */
export const Icon = ({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
