/** Questions of people who look for something in the documentation, with the words that they search for. */
export interface Question {
  readonly question: string
  readonly words: string
  /** The page with the answer, with its section if the page has several topics. */
  readonly page: string
}

export const questions: ReadonlyArray<Question> = [
  { question: "How do I change the colors?", words: "theme colors", page: "theming" },
  { question: "How do I show my logo on the sign-in page?", words: "logo", page: "components#appearance" },
  { question: "How do I reset a password?", words: "reset password", page: "password#reset-a-password" }
]
