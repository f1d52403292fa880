{{- define "ridgeline.name" -}}
{{- if contains "ridgeline" .Release.Name -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- else -}}{{ printf "%s-ridgeline" (.Release.Name | trunc 30 | trimSuffix "-") }}{{- end -}}
{{- end -}}

{{- define "ridgeline.labels" -}}
app.kubernetes.io/name: ridgeline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "ridgeline.selector" -}}
app.kubernetes.io/name: ridgeline
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- /* Rules and dashboards with the runbooks' address of this installation. */ -}}
{{- define "ridgeline.withRunbooks" -}}
{{- .text | replace "https://ridgeline.example/docs/runbooks/" (printf "%s/" (trimSuffix "/" .root.Values.monitoring.runbooks)) -}}
{{- end -}}

{{- /* A name below the registry, or a whole reference with a tag or digest. */ -}}
{{- define "ridgeline.image" -}}
{{- if contains ":" .image -}}{{ .image }}{{- else -}}{{ printf "%s/%s:%s" .root.Values.image.registry .image (.root.Values.image.tag | default .root.Chart.AppVersion) }}{{- end -}}
{{- end -}}

{{- define "ridgeline.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .uid | default 10001 }}
runAsGroup: {{ .uid | default 10001 }}
fsGroup: {{ .uid | default 10001 }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "ridgeline.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- /* What every pod's spec begins with. */ -}}
{{- define "ridgeline.podBasics" -}}
serviceAccountName: {{ .serviceAccount | default (include "ridgeline.name" .root) }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- include "ridgeline.podSecurity" . | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- /* Files of the Secret: only the keys that this pod needs. They are optional, so that the program itself starts, says
       in its log which ones are missing, and ends; a mount that waits would say nothing there. A Secret of which no key
       is listed would be mounted whole. */ -}}
{{- define "ridgeline.secretVolume" -}}
- name: secrets
  {{- if .keys }}
  secret:
    secretName: {{ .root.Values.secrets.existingSecret }}
    optional: true
    defaultMode: 0440
    items:
      {{- range .keys | uniq | sortAlpha }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
  {{- else }}
  emptyDir: {}
  {{- end }}
{{- end -}}

{{- define "ridgeline.secretEnv" -}}
{{- range $name, $key := . }}
- { name: {{ $name }}_FILE, value: /etc/ridgeline/secrets/{{ $key }} }
{{- end }}
{{- end -}}

{{- /* What the Secrets' keys of a component's Kafka user begin with: nothing where all share one. */ -}}
{{- define "ridgeline.kafkaUser" -}}
{{- if .root.Values.kafka.userPerService -}}{{ .component | replace "prepare" "operator" }}-{{- end -}}
{{- end -}}

{{- define "ridgeline.kafkaSecretKeys" -}}
{{- if .root.Values.kafka.sasl.mechanism }}
KAFKA_SASL_USERNAME: {{ include "ridgeline.kafkaUser" . }}kafka-username
KAFKA_SASL_PASSWORD: {{ include "ridgeline.kafkaUser" . }}kafka-password
{{- end }}
{{- end -}}

{{- define "ridgeline.kafkaEnv" -}}
- name: KAFKA_BROKERS
  {{- if .Values.trial.enabled }}
  value: {{ include "ridgeline.name" . }}-kafka:9092
  {{- else }}
  value: {{ (join "," .Values.kafka.brokers) | quote }}
  {{- end }}
{{- if .Values.kafka.tls.enabled }}
- { name: KAFKA_TLS, value: 'true' }
{{- if .Values.kafka.tls.existingSecret }}
- { name: KAFKA_CA_FILE, value: /etc/ridgeline/kafka/ca.crt }
{{- end }}
{{- if .Values.kafka.tls.clientCertificate }}
- { name: KAFKA_CERT_FILE, value: /etc/ridgeline/kafka/tls.crt }
- { name: KAFKA_KEY_FILE, value: /etc/ridgeline/kafka/tls.key }
{{- end }}
{{- end }}
{{- with .Values.kafka.sasl.mechanism }}
- { name: KAFKA_SASL_MECHANISM, value: {{ . }} }
{{- end }}
{{- end -}}

{{- define "ridgeline.trustEnv" -}}
{{- if .Values.trustedCertificates.existingConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/ridgeline/trusted/ca.crt }
{{- end }}
{{- end -}}

{{- define "ridgeline.postgresEnv" -}}
{{- if .Values.postgres.tls.enabled }}
- { name: PGSSLMODE, value: verify-full }
{{- end }}
{{- end -}}

{{- define "ridgeline.volumes" -}}
{{- $user := include "ridgeline.kafkaUser" . }}
{{- with .root.Values.kafka.tls }}
{{- if and .enabled .existingSecret }}
- name: kafka
  secret:
    secretName: {{ .existingSecret }}
    optional: true
    defaultMode: 0440
    items:
      - { key: ca.crt, path: ca.crt }
      {{- if .clientCertificate }}
      - { key: {{ $user }}tls.crt, path: tls.crt }
      - { key: {{ $user }}tls.key, path: tls.key }
      {{- end }}
{{- end }}
{{- end }}
{{- with .root.Values.trustedCertificates.existingConfigMap }}
- name: trusted
  configMap: { name: {{ . }}, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- end -}}

{{- define "ridgeline.volumeMounts" -}}
- { name: secrets, mountPath: /etc/ridgeline/secrets, readOnly: true }
{{- if and .Values.kafka.tls.enabled .Values.kafka.tls.existingSecret }}
- { name: kafka, mountPath: /etc/ridgeline/kafka, readOnly: true }
{{- end }}
{{- if .Values.trustedCertificates.existingConfigMap }}
- { name: trusted, mountPath: /etc/ridgeline/trusted, readOnly: true }
{{- end }}
{{- end -}}

{{- /* Lines of a list put in place: nothing when there are none, and no empty line before them. */ -}}
{{- define "ridgeline.lines" -}}
{{- $indent := index . 1 | int }}
{{- with trim (index . 0) }}{{ nindent $indent . }}{{ end -}}
{{- end -}}
