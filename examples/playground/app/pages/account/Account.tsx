/** The account page: profile and sign-in methods. */
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
  <Private title="Account" lead="Your profile and sign-in methods.">
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
