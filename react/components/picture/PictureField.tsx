import * as Effect from "effect/Effect"
import { type ReactNode, useEffect, useId, useRef } from "react"
import { HostUnavailable } from "../../../src/platform/Page.ts"
import type { ProvidedServices } from "../../Auth.ts"
import { Alert, Status } from "../../kit/Alert.tsx"
import { Avatar, type AvatarProps } from "../../kit/Avatar.tsx"
import { Button } from "../../kit/Button.tsx"
import { useErrorText } from "../../kit/errorText.ts"
import { Setting, State } from "../../kit/Section.tsx"
import { useTask } from "../../kit/useStep.ts"
import type { PageError } from "../../pages/PageError.ts"
import { actions } from "../../texts/en/common.ts"
import { profile } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import type { CropArea } from "./cropGeometry.ts"
import type { PictureNotReadable, PictureTooLarge } from "./openPicture.ts"
import { pictureTypes } from "./pictureTypes.ts"

interface PictureFieldProps<E extends PageError> extends Pick<AvatarProps, "name" | "imageUrl"> {
  readonly label: string
  readonly shape?: "circle" | "square"
  /** Sets the picture to a `data:` URL, or removes it. */
  readonly update: (imageUrl: string | null) => Effect.Effect<unknown, E, ProvidedServices>
  /** Returns `true` if the service accepts the URL again after the picture was removed. By default, it does. */
  readonly isRestorable?: (imageUrl: string) => boolean
}

/** The modules that are loaded when the user chooses a file. */
const loadModules = /*#__PURE__*/ Effect.tryPromise({
  try: () => Promise.all([import("./CropDialog.tsx"), import("./openPicture.ts")]),
  catch: () => new HostUnavailable({ message: "The code for cropping could not be loaded" })
})

/** A setting with the picture, and buttons to replace and remove it. The user crops a new picture before it is saved. */
export const PictureField = <E extends PageError>(
  { imageUrl, isRestorable = () => true, label, name, shape = "circle", update }: PictureFieldProps<E>
): ReactNode => {
  const id = useId()
  const texts = useTexts("profile", profile)
  const actionTexts = useTexts("actions", actions)
  const textOf = usePictureErrorText()
  const input = useRef<HTMLInputElement>(null)
  const opening = useTask((file: File) =>
    Effect.flatMap(loadModules, ([{ CropDialog }, { encodePicture, OpenPicture }]) =>
      Effect.gen(function*() {
        const picture = yield* (yield* OpenPicture)(file, input.current!.ownerDocument)
        return { CropDialog, encodePicture, picture }
      }))
  )
  const opened = opening.state._tag === "Success" ? opening.state.value : undefined
  const saving = useTask((crop: Pick<NonNullable<typeof opened>, "encodePicture" | "picture">, area: CropArea) =>
    Effect.tap(Effect.flatMap(crop.encodePicture(crop.picture, area), update), () => Effect.sync(opening.reset))
  )
  const removing = useTask((previous: string | undefined) => Effect.as(update(null), previous))
  const restoring = useTask((previous: string) => Effect.tap(update(previous), () => Effect.sync(removing.reset)))
  const hasImage = imageUrl != null && imageUrl !== ""
  const picture = opened?.picture
  useEffect(() => () => picture?.close(), [picture])

  const choose = (file: File | undefined): void => {
    if (file === undefined) return
    saving.reset()
    removing.reset()
    restoring.reset()
    opening.run(file)
  }
  const removed = removing.state._tag === "Success" && !hasImage ? removing.state : undefined
  const failed = opening.error ?? removing.error ?? restoring.error
  return (
    <Setting name="picture" label={label} labelId={id}>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes.join()}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again.
          currentTarget.value = ""
          choose(file)
        }}
      />
      <State
        media={<Avatar name={name} imageUrl={imageUrl} shape={shape} size="large" />}
        title={<span id={`${id}-hint`} data-latchkey="hint">{texts.pictureHint}</span>}
        actions={
          <>
            <Button
              name="upload"
              variant="ghost"
              isBusy={opening.isPending}
              describedBy={`${id} ${id}-hint`}
              onClick={() => input.current!.click()}
            >
              {hasImage ? actionTexts.change : texts.upload}
            </Button>
            {hasImage && (
              <Button
                name="remove"
                variant="ghost"
                label={texts.remove}
                isBusy={removing.isPending}
                onClick={() => removing.run(imageUrl)}
              >
                {actionTexts.remove}
              </Button>
            )}
          </>
        }
      />
      <Status>
        {removed !== undefined && (
          <>
            {texts.removed} {removed.value !== undefined && isRestorable(removed.value) && (
              <Button
                name="undo"
                variant="link"
                isBusy={restoring.isPending}
                onClick={() => restoring.run(removed.value!)}
              >
                {actionTexts.undo}
              </Button>
            )}
          </>
        )}
      </Status>
      {failed !== undefined && <Alert text={textOf(failed)} />}
      {opened !== undefined && (
        <opened.CropDialog
          picture={opened.picture}
          shape={shape}
          isBusy={saving.isPending}
          error={saving.error && textOf(saving.error)}
          onUse={(area) => saving.run(opened, area)}
          onClose={opening.reset}
        />
      )}
    </Setting>
  )
}

const usePictureErrorText = (): (error: PageError | PictureNotReadable | PictureTooLarge) => string => {
  const errorText = useErrorText()
  const texts = useTexts("profile", profile)
  return (error) =>
    error._tag === "PictureNotReadable"
      ? texts.notAnImage
      : error._tag === "PictureTooLarge"
      ? texts.tooLarge
      : errorText(error)
}
