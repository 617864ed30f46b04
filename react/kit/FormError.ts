/** A form's error, for its fields. */
import { type Context, createContext, useContext } from "react"

/** A form's error, with the field that it belongs to. */
export interface FormErrorState {
  /** A different object for each error: the same message focuses its field again. */
  readonly cause: object
  /** `undefined` for an error of the whole form. */
  readonly field: string | undefined
  readonly text: string
}

const FormError: Context<FormErrorState | undefined> = /*#__PURE__*/ createContext<FormErrorState | undefined>(
  undefined
)

/** Provides the error to a form's fields. */
export const FormErrorProvider: Context<FormErrorState | undefined>["Provider"] = FormError.Provider

/** Returns the form's error, if it belongs to the field. */
export const useFieldError = (name: string): FormErrorState | undefined => {
  const error = useContext(FormError)
  return error?.field === name ? error : undefined
}
