import { type Context, createContext, type ReactNode, useContext } from "react"
import { common } from "../texts/en/common.ts"
import { useTexts } from "../texts/useTexts.ts"
import { useOnline } from "../useOnline.ts"

const HasBanner: Context<boolean> = /*#__PURE__*/ createContext(false)

/** Shows the banner above its children while the device is offline. A banner inside another one is not shown. */
export const OfflineBoundary = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <>
    <OfflineBanner isWaiting />
    <HasBanner.Provider value>{children}</HasBanner.Provider>
  </>
)

/** The banner for an offline device: the action runs later. Renders nothing inside an `OfflineBoundary`. */
export const OfflineBanner = ({ isWaiting }: { readonly isWaiting: boolean }): ReactNode => {
  const isOnline = useOnline()
  const hasBanner = useContext(HasBanner)
  const { offline } = useTexts("common", common)
  return (
    // The element stays: screen readers announce a text that appears in it.
    hasBanner ? null : (
      <div role="status" data-latchkey="offline">
        {isWaiting && !isOnline && <p data-latchkey="banner offline-banner">{offline}</p>}
      </div>
    )
  )
}
