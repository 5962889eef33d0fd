/** Why a field's value is refused. The sentence is `fields:<field>.<key>`. */
export type FieldFaultKey =
  | "required"
  | "minlength"
  | "maxlength"
  | "length"
  | "match"
  | "email"
  | "format"
  | "phone"
  | "mask"
  | "date"
  | "age"
  | "incomplete"
  | "lowercase"
  | "uppercase"
  | "digit"
  | "special"
  | "invalidCharacter"
  | "containsEmail"
  | "reused"
  | "common"
  | "alreadyExists"
  | "wrong";

export interface FieldFault {
  key: FieldFaultKey;
  /** What the sentence may name: the refused character, the piece of the e-mail, a length. */
  facts?: Record<string, string | number>;
}
