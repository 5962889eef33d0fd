import english from "../en/registration.ts";
import { french } from "../wording.ts";

export default french(english, {});
