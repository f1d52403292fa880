{{- /* Variables of single components, in addition to those of all. */ -}}
{{- define "ridgeline.componentEnv" -}}
{{- $values := .root.Values }}
{{- $name := include "ridgeline.name" .root }}
{{- if has .component (list "gateway" "auth") }}
- { name: PUBLIC_URL, value: {{ $values.publicUrl | quote }} }
{{- end }}
{{- if eq .component "gateway" }}
- { name: SUPPORT_CONTACT, value: {{ $values.supportContact | quote }} }
- { name: TRUST_PROXY, value: {{ $values.gateway.trustProxy | quote }} }
- { name: WEB_ROOT, value: /app/web-root }
{{- end }}
{{- if eq .component "auth" }}
- { name: MAIL_FROM, value: {{ $values.mailFrom | quote }} }
- { name: ADMIN_COMPANY_IDS, value: {{ (join "," $values.adminCompanyIds) | quote }} }
{{- end }}
{{- if eq .component "connection" }}
- { name: WEBHOOK_BASE_URL, value: {{ $values.webhooks.url | default $values.publicUrl | quote }} }
- { name: WEBHOOK_CONTACT, value: {{ $values.webhooks.contact | quote }} }
{{- end }}
{{- if and $values.trial.enabled (has .component (list "connection" "validation" "worker")) }}
- { name: ACCULYNX_URL, value: 'http://{{ $name }}-simulators:8081' }
{{- if ne .component "connection" }}
- { name: HUBSPOT_URL, value: 'http://{{ $name }}-simulators:8082' }
{{- end }}
{{- end }}
{{- with $values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- end -}}
