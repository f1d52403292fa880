/** A rule that the portal's admins set for the values of a property. The simulator lists them and refuses nothing by them. */
interface ValidationRule {
  readonly ruleType: string;
  readonly ruleArguments: readonly string[];
  readonly shouldApplyNormalization: boolean;
}

export interface ValidatedProperty {
  readonly propertyName: string;
  readonly propertyValidationRules: readonly ValidationRule[];
}
