import english from "../en/registration-error.ts";
import { french } from "../wording.ts";

export default french(english, {});
