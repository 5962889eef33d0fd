import english from "../en/forms.ts";
import { french } from "../wording.ts";

export default french(english, {});
