import english from "../en/common.ts";
import { french } from "../wording.ts";

export default french(english, {
  continue: "Continuer",
});
