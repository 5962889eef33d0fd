import english from "../en/home.ts";
import { french } from "../wording.ts";

export default french(english, {});
