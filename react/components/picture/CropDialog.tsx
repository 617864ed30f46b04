import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useRef,
  useState
} from "react"
import { Alert } from "../../kit/Alert.tsx"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { actions } from "../../texts/en/common.ts"
import { profile } from "../../texts/en/settings.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { areaOf, clampView, type CropArea, type CropView, initialView, maxZoom, shownSize } from "./cropGeometry.ts"
import type { Picture } from "./openPicture.ts"

interface CropDialogProps {
  readonly picture: Picture
  readonly shape: "circle" | "square"
  readonly isBusy: boolean
  readonly error: string | undefined
  readonly onUse: (area: CropArea) => void
  readonly onClose: () => void
}

/** The distance that an arrow key moves the picture, in lengths of the square's side. */
const keyStep = 0.02

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep]
}

/** A dialog in which the user moves and enlarges a picture behind a square or a circle. */
export const CropDialog = ({ error, isBusy, onClose, onUse, picture, shape }: CropDialogProps): ReactNode => {
  const id = useId()
  const texts = useTexts("profile", profile)
  const { cancel } = useTexts("actions", actions)
  const [view, setView] = useState<CropView>(initialView)
  const area = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly x: number; readonly y: number; readonly view: CropView }>(undefined)
  const change = (next: (view: CropView) => Partial<CropView>): void =>
    setView((view) => clampView(picture, { ...view, ...next(view) }))

  const startDrag = ({ clientX, clientY, pointerId }: PointerEvent): void => {
    area.current!.setPointerCapture?.(pointerId)
    drag.current = { x: clientX, y: clientY, view }
  }
  const moveDrag = ({ clientX, clientY }: PointerEvent): void => {
    if (drag.current === undefined) return
    const side = area.current!.clientWidth || 1
    const { view, x, y } = drag.current
    change(() => ({ x: view.x + (clientX - x) / side, y: view.y + (clientY - y) / side }))
  }
  const endDrag = (): void => {
    drag.current = undefined
  }
  const move = (event: KeyboardEvent): void => {
    const step = arrows[event.key]
    if (step === undefined) return
    event.preventDefault()
    change(({ x, y }) => ({ x: x + step[0], y: y + step[1] }))
  }

  return (
    <Dialog
      name="crop"
      title={texts.cropTitle}
      text={<span id={`${id}-text`}>{texts.cropText}</span>}
      onClose={onClose}
    >
      <div
        ref={area}
        role="application"
        tabIndex={0}
        aria-label={texts.cropArea}
        aria-describedby={`${id}-text`}
        data-latchkey="crop-area"
        style={styles.area}
        onPointerDown={startDrag}
        onPointerMove={moveDrag}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onKeyDown={move}
      >
        <img src={picture.url} alt="" draggable={false} style={imageStyle(picture, view)} />
        <span
          data-latchkey="crop-mask"
          data-shape={shape}
          style={{ ...styles.mask, borderRadius: shape === "circle" ? "50%" : 0 }}
        />
      </div>
      <div data-latchkey="field" data-field="zoom">
        <label htmlFor={`${id}-zoom`} data-latchkey="label">{texts.zoom}</label>
        <input
          id={`${id}-zoom`}
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={view.zoom}
          data-latchkey="range"
          onChange={({ currentTarget: { valueAsNumber: zoom } }) => change(() => ({ zoom }))}
        />
      </div>
      {error !== undefined && <Alert text={error} />}
      <div data-latchkey="form-actions">
        <Button name="use" variant="primary" isBusy={isBusy} onClick={() => onUse(areaOf(picture, view))}>
          {texts.use}
        </Button>
        <Button name="cancel" onClick={onClose}>{cancel}</Button>
      </div>
    </Dialog>
  )
}

/** The geometry, which does not depend on a theme. */
const styles = {
  area: {
    position: "relative",
    overflow: "hidden",
    width: "min(16rem, 100%)",
    aspectRatio: "1",
    cursor: "move",
    touchAction: "none"
  },
  mask: { position: "absolute", inset: 0, boxShadow: "0 0 0 100vmax rgb(0 0 0 / 0.5)", pointerEvents: "none" }
} satisfies Record<string, CSSProperties>

const percent = (fraction: number): string => `${fraction * 100}%`

const imageStyle = (picture: Picture, { x, y, zoom }: CropView): CSSProperties => {
  const { height, width } = shownSize(picture, zoom)
  return {
    position: "absolute",
    left: percent(0.5 + x),
    top: percent(0.5 + y),
    width: percent(width),
    height: percent(height),
    maxWidth: "none",
    transform: "translate(-50%, -50%)"
  }
}
