# A Rails model, its controller and what a gem may hold.
require "digest"
require_relative "support/tokens"

module Accounts
  LIMIT = 5
  Point = Struct.new(:x, :y) do
    def length = Math.hypot(x, y)
  end

  class User < ApplicationRecord
    include Tokens::Signed
    attr_accessor :password, :remember_me
    has_many :sessions, dependent: :destroy
    belongs_to :team
    scope :active, -> { where(locked: false) }
    before_save :normalise_email
    validates :email, presence: true, if: :email_needed?
    delegate :name, to: :team

    def self.authenticate(email, password)
      user = find_by(email: email)
      return unless user&.valid_password?(password)
      user
    end

    def locked?
      attempts >= LIMIT
    end

    def email=(value)
      super(value.strip)
    end

    class << self
      def guest
        new
      end
    end

    alias old_name name
    alias_method :nick, :name

    private

    def normalise_email
      reset_token if expired?
      send(:log_change)
    end
  end
end

class Admin::SessionsController < ApplicationController
  before_action :authenticate_user!, only: [:destroy]
  rescue_from Locked, with: :show_locked

  def create
    if user = Accounts::User.authenticate(params[:email], params[:password])
      sign_in user
      current_user.touch
    end
  end
end

task cleanup: :environment do
  Session.expired.each(&:delete)
end
