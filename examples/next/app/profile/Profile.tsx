"use client"

import { useUser } from "latchkey/react"
import { useState } from "react"

/** A client component with hooks, which Next.js also renders on its server. */
export const Profile = ({ rename }: { readonly rename: (form: FormData) => Promise<void> }) => {
  const user = useUser()
  const [clicks, setClicks] = useState(0)
  // The user has signed out, and the next page has not arrived.
  if (user === null) return null
  return (
    <>
      <h1>{user.displayName}</h1>
      <form action={rename}>
        <label>
          Name <input name="displayName" defaultValue={user.displayName ?? ""} />
        </label>
        <button>Save</button>
      </form>
      <button onClick={() => setClicks(clicks + 1)}>Clicked {clicks} times</button>
    </>
  )
}
