import { type ReactNode, useState } from "react"

export interface AvatarProps {
  readonly name: string
  readonly imageUrl: string | null | undefined
  readonly size?: "small" | "medium" | "large" | undefined
  readonly shape?: "circle" | "square"
}

/** A picture, or the name's initials without one or after a failed load. It is decorative: the name is shown beside it. */
export const Avatar = ({ imageUrl, name, shape = "circle", size = "medium" }: AvatarProps): ReactNode => {
  const [failed, setFailed] = useState<string>()
  const hasImage = imageUrl != null && imageUrl !== "" && failed !== imageUrl
  return (
    <span data-latchkey="avatar" data-size={size} data-shape={shape} aria-hidden="true">
      {hasImage
        ? <img src={imageUrl} alt="" onError={() => setFailed(imageUrl)} referrerPolicy="no-referrer" />
        : initialsOf(name)}
    </span>
  )
}

/** Returns the first letters of the first and the last word: `AL` for Ada Lovelace, `A` for an email address. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => Array.from(word ?? "")[0] ?? "").join("").toUpperCase()
}
