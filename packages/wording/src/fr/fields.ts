import english from "../en/fields.ts";
import { french } from "../wording.ts";

export default french(english, {});
