/** The account settings in a dialog. */
import { type ReactNode, useMemo } from "react"
import { Dialog } from "../kit/Dialog.tsx"
import { type PageContext, PageContextProvider, usePageContext } from "../kit/PageContext.ts"
import { accountSettings } from "../texts/en/settings.ts"
import { useTexts } from "../texts/useTexts.ts"
import { AccountSettings } from "./settings/AccountSettings.tsx"

/** The account settings in a dialog. */
export const AccountSettingsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const context = usePageContext()
  const { title } = useTexts("accountSettings", accountSettings)
  const inner = useMemo((): PageContext => ({ ...context, headingLevel: 2 }), [context])
  return (
    <Dialog name="account-settings-dialog" label={title} onClose={onClose}>
      <PageContextProvider value={inner}>
        <AccountSettings />
      </PageContextProvider>
    </Dialog>
  )
}
