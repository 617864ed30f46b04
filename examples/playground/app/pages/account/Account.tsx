/** The account page. */
import { AccountSettings } from "latchkey/react"
import type { ReactElement } from "react"
import { Private } from "../Private.tsx"
import { AccessTokens } from "./AccessTokens.tsx"
import { MailedCodes } from "./MailedCodes.tsx"

export const Account = (): ReactElement => (
  <Private title="Account" lead="Your profile and sign-in methods." hasOwnTitle>
    <div className="page">
      <AccountSettings />
      <div className="cards">
        <MailedCodes />
        <AccessTokens />
      </div>
    </div>
  </Private>
)
