/** The account: who somebody is, and the ways in that they have. */
import type { ReactElement } from "react"
import { Private } from "../Private.tsx"
import { ConnectedAccounts } from "./ConnectedAccounts.tsx"
import { DeleteAccount } from "./DeleteAccount.tsx"
import { Emails } from "./Emails.tsx"
import { MailedCodes } from "./MailedCodes.tsx"
import { PasskeyCard } from "./PasskeyCard.tsx"
import { PasswordCard } from "./PasswordCard.tsx"
import { Profile } from "./Profile.tsx"
import { SecondFactor } from "./SecondFactor.tsx"

export const Account = (): ReactElement => (
  <Private title="Account" lead="Who you are, and the ways in that you have.">
    <div className="cards wide">
      <div className="stack">
        <Profile />
        <Emails />
        <MailedCodes />
        <ConnectedAccounts />
      </div>
      <div className="stack">
        <PasswordCard />
        <SecondFactor />
        <PasskeyCard />
      </div>
    </div>
    <DeleteAccount />
  </Private>
)
