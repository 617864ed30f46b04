import { requireUser, seed } from "@/auth"
import { Resources } from "latchkey"
import { Auth } from "../Auth"
import { rename } from "./actions"
import { Profile } from "./Profile"

/** A page whose client components need the whole user. Its seed costs one request. */
export default async function ProfilePage() {
  await requireUser()
  return (
    <Auth seed={await seed({ resources: [Resources.user] })}>
      <Profile rename={rename} />
    </Auth>
  )
}
