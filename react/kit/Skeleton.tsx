/** A placeholder while content is loading. */
import type { ReactNode } from "react"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"

/** Rows in the place of content. Screen readers announce that it is loading. */
export const Skeleton = ({ rows = 3 }: { readonly rows?: number | undefined }): ReactNode => {
  const { loading } = useTexts("common", common)
  return (
    <div data-latchkey="skeleton">
      <p role="status" data-latchkey="visually-hidden">{loading}</p>
      {Array.from({ length: rows }, (_, index) => <span key={index} data-latchkey="skeleton-row" aria-hidden="true" />)}
    </div>
  )
}
